import { serveUntilSignal } from './cli/serve.ts';

/** The embedded service on a port: `npm run serve`. */
await serveUntilSignal(process.argv.slice(2), 'npm run serve --');
