// Takes from a newer Node what Node 22.13 does not have, as far as the command or its packages could use it.
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import zlib from 'node:zlib';

for (const name of ['AsyncDisposableStack', 'DisposableStack', 'SuppressedError']) delete globalThis[name];
delete Promise.try;
delete RegExp.escape;
delete Error.isError;

for (const name of Object.keys(zlib)) if (/zstd/i.test(name)) delete zlib[name];
syncBuiltinESMExports();

delete DatabaseSync.prototype.isTransaction;
const { prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (sql) {
  if (/\?\d/.test(sql)) throw new Error('column index out of range');
  return prepare.call(this, sql);
};

// Flags of a part of a pattern.
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [source, flags], newTarget) {
    if (/\(\?[ims]+:/.test(String(source))) throw new SyntaxError(`Invalid group: ${source}`);
    return Reflect.construct(target, flags === undefined ? [source] : [source, flags], newTarget);
  },
});
