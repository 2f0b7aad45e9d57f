import type { Machine } from '../runner/browser/browser-kinds.ts';

/** Whether a machine can show a browser window. */
export function hasDisplay({ env, platform }: Pick<Machine, 'env' | 'platform'>): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}
