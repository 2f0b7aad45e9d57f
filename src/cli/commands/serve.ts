import { Command } from 'commander';

/** `serve`: the embedded service on a port. It reads its own options. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the embedded test service on a port. `serve --help` lists its options.')
    .argument('[options...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const { serveUntilSignal } = await import('../serve.ts');
      await serveUntilSignal(args, 'browser-test-gate serve');
    });
}
