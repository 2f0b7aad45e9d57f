import { type Expectation, extensionExpectations } from './assertion.ts';
import type { Interaction } from './interaction.ts';
import type { ExchangeElement } from './test-case.ts';

/** Actions and expectations beyond section 2.4. The embedded service has them; hosted services do not know them. */
const extensions: ReadonlySet<string> = new Set<Interaction['action'] | Expectation>([
  'SWITCH_PAGE',
  'ACCEPT_DIALOG',
  'DISMISS_DIALOG',
  ...extensionExpectations,
]);

/** The name of the extension that a step uses; undefined if it uses none. */
export function extensionOf({ interaction, assertion }: ExchangeElement): string | undefined {
  const name = interaction?.action ?? assertion?.expectation ?? '';
  if (extensions.has(name)) return name;
  if (interaction == null) return undefined;
  return repositoryFiles(interaction).length > 0 ? 'UPLOAD with `file`' : undefined;
}

/** The paths of the repository's files that an UPLOAD selects; empty for any other step. */
export function repositoryFiles(interaction: Interaction): readonly string[] {
  if (interaction.action !== 'UPLOAD' || typeof interaction.calledWith === 'string') return [];
  return [interaction.calledWith.file].flat();
}
