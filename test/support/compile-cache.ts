import { join } from 'node:path';

/** Has Node.js compile each module once for all processes and threads of the tests. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
};
