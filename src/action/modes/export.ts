import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { lacksOperation } from '../../client/errors.ts';
import { writeIfChanged } from '../../test-files/write.ts';
import { findEnvironment } from '../trigger/find-environment.ts';
import { messageOf, UserError } from '../user-error.ts';
import type { ModeRequest, Started } from './mode.ts';
import { checkFile, filePath, openFolder } from './safe-folder.ts';

const maxFiles = 5000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Exports the repository's test cases as Playwright tests (section 4.6) into a folder, with a configuration beside
 * them where the service makes one.
 * @throws UserError for an archive that is none, too large, or names a place outside the folder: nothing is written then.
 */
export async function exportCode(request: ModeRequest<'export'>): Promise<Started> {
  const { mode, inputs, connection, cases, context, signal } = request;
  const { client, testTargetId } = connection;
  const executionUrl = await connection.url();
  const environmentId = (await findEnvironment(client, testTargetId, inputs.environment, signal))?.id;
  const archive = await client.exportCode(
    { testTargetId },
    {
      executionUrl,
      testCases: cases.map(({ testCase }) => testCase),
      ...(environmentId === undefined ? {} : { environmentId }),
    },
    { signal },
  );
  const folder = await openFolder(context.workspace, mode.folder);
  const files = readArchive(archive).map(({ name, content }) => ({ path: filePath(folder, name), content }));
  const config = await configuration(request, executionUrl, environmentId);
  if (config !== undefined) {
    files.push({ path: join(folder, 'playwright.config.ts'), content: new TextEncoder().encode(config) });
  }
  for (const { path } of files) await checkFile(context.workspace, path);
  for (const { path, content } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeIfChanged(path, content);
  }
  return { kind: 'done', reason: `${files.length} files were exported into ${mode.folder}.` };
}

function readArchive(archive: Uint8Array): { name: string; content: Uint8Array }[] {
  let count = 0;
  let bytes = 0;
  const unpacked = unpack(archive, ({ name, originalSize }) => {
    count += 1;
    bytes += originalSize;
    if (count > maxFiles || bytes > maxBytes) {
      throw new UserError(
        `The service's export holds more than ${maxFiles} files or ${maxBytes / 1024 / 1024} MiB. Nothing was written.`,
      );
    }
    return !name.endsWith('/');
  });
  return Object.entries(unpacked).map(([name, content]) => ({ name, content }));
}

function unpack(archive: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The service's export is no zip archive (${messageOf(error)}). Nothing was written.`);
  }
}

/** @returns undefined where the service makes no configuration. */
async function configuration(
  { inputs, connection: { client, testTargetId }, signal }: ModeRequest<'export'>,
  url: string,
  environmentId: string | undefined,
): Promise<string | undefined> {
  const { browser, breakpoint } = inputs;
  try {
    const query = { url, browser, breakpoint, ...(environmentId === undefined ? {} : { environmentId }) };
    return await client.getConfig({ testTargetId }, query, { signal });
  } catch (error) {
    if (lacksOperation(error)) return undefined;
    throw error;
  }
}
