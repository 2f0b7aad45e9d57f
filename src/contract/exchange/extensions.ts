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
  if (interaction == null) return undefined;
  if (extensionActions.has(interaction.action)) return interaction.action;
  return repositoryFiles(interaction).length > 0 ? 'UPLOAD with `file`' : undefined;
}

/** The paths of the repository's files that an UPLOAD selects; empty for any other step. */
export function repositoryFiles(interaction: Interaction): readonly string[] {
  if (interaction.action !== 'UPLOAD' || typeof interaction.calledWith === 'string') return [];
  return [interaction.calledWith.file].flat();
}

/** Whether a step only says how to answer the dialog that the following step opens. */
export function preparesDialog({ interaction }: ExchangeElement): boolean {
  return interaction?.action === 'ACCEPT_DIALOG' || interaction?.action === 'DISMISS_DIALOG';
}
