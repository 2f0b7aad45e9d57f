import type { Interaction } from './interaction.ts';
import type { ExchangeElement } from './test-case.ts';

/** Actions beyond section 2.4. The embedded service has them; hosted services do not know them. */
const extensionActions: ReadonlySet<string> = new Set([
  'SWITCH_PAGE',
  'ACCEPT_DIALOG',
  'DISMISS_DIALOG',
] satisfies Interaction['action'][]);

/** The name of the extension that a step uses; undefined if it uses none. */
export function extensionOf({ interaction }: ExchangeElement): string | undefined {
  return interaction != null && extensionActions.has(interaction.action) ? interaction.action : undefined;
}

/** Whether a step only says how to answer the dialog that the following step opens. */
export function preparesDialog({ interaction }: ExchangeElement): boolean {
  return interaction?.action === 'ACCEPT_DIALOG' || interaction?.action === 'DISMISS_DIALOG';
}
