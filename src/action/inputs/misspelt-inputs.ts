import { nearMisses } from '../../contract/near-misses.ts';
import { type Env, inputDefaults, shown } from './raw-inputs.ts';

/**
 * What to say of the inputs that are given and that this action does not have, where they are like one that it has. The
 * runner warns of each that is unexpected, and lists all that there are.
 */
export function misspeltInputs(env: Env): string[] {
  const names = Object.keys(inputDefaults);
  return Object.keys(env)
    .flatMap((variable) => /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase() ?? [])
    .filter((given) => !names.includes(given))
    .flatMap((given) => {
      const like = nearMisses(given, names).map((name) => `\`${name}\``);
      return like.length === 0
        ? []
        : [`${shown(given)} is no input of this action, and is not read. Did you mean ${like.join(' or ')}?`];
    });
}
