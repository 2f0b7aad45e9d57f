import { type CommandOptions, runCommand } from '../support/command.ts';
import { ambiguousPage, buttonPage, clickCase, makeScenario } from '../support/scenario.ts';

const files = {
  'browser-tests/mug.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
  'browser-tests/tea.yaml': `${clickCase('Buy tea', 'Tea', 'Thanks')}entryPointUrlPath: /tea\ntagNames: [tea]\n`,
};

/** A shop with a mug, whose tea is sold out: its button is there twice. */
export async function makeShop() {
  const pages = { '/': buttonPage('Buy', 'Thanks'), '/tea': ambiguousPage('Tea') };
  const shop = await makeScenario({ pages, files });
  return {
    ...shop,
    command: (args: readonly string[], more: Omit<CommandOptions, 'cwd'> = {}) =>
      runCommand(args, { cwd: shop.workspace.path, ...more }),
  };
}
