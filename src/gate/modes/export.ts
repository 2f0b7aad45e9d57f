import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { lacksOperation } from '../../client/client-errors.ts';
import { messageOf, UserError } from '../../common/errors.ts';
import { makeFolder } from '../../common/files.ts';
import { defined } from '../../common/object-fields.ts';
import { formatCount } from '../../common/text.ts';
import { findEnvironment } from '../../connection/connection.ts';
import { notExportedMark } from '../../contract/generation.ts';
import type { Verdict } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { writeIfChanged } from '../../test-files/write.ts';
import { type ModeRequest, modeCompleted } from '../run-request.ts';
import { checkFile, describeNames, openFolder, pathInFolder } from './generated-files.ts';

/** Exported tests read OCTO_URL first, so a URL is not needed for the export. */
const urlWithoutInput = 'http://localhost:3000';

const maxFiles = 5000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Exports the repository's test cases as Playwright tests (section 4.6) to a folder, with a configuration if the service
 * has one. Warns of each step that cannot be expressed.
 * @throws UserError for an archive that is invalid, too large, or contains paths outside the folder: nothing is written
 * then.
 */
export async function exportCode(request: ModeRequest<'export'>): Promise<Verdict> {
  const { mode, inputs, connection, cases, context, host, signal } = request;
  const { client, testTargetId } = connection;
  const environment = await findEnvironment(connection, inputs.environment, signal);
  const executionUrl = inputs.service.url || environment?.discoveryUrl || urlWithoutInput;
  const environmentId = environment?.id;
  const archive = await client.exportCode(
    { testTargetId },
    {
      executionUrl,
      testCases: cases.map(({ testCase }) => testCase),
      ...defined({ environmentId }),
    },
    { signal },
  );
  const folder = await openFolder(context.workspace, mode.folder);
  const files = readArchive(archive).map(({ name, content }) => ({
    path: pathInFolder(folder, name),
    content,
  }));
  const config = await configuration(request, executionUrl, environmentId);
  if (config !== undefined) {
    files.push({ path: join(folder, 'playwright.config.ts'), content: new TextEncoder().encode(config) });
  }
  for (const { path } of files) await checkFile(context.workspace, path);
  for (const { path, content } of files) {
    await makeFolder(dirname(path));
    await writeIfChanged(path, content);
  }
  const earlier = await earlierExports(folder, files);
  if (earlier.length > 0) {
    host.warning(
      `This export did not write ${describeNames(earlier)} in ${mode.folder}, which an earlier export wrote. Delete the files whose test cases no longer exist: Playwright Test still runs them.`,
    );
  }
  const missing = files.flatMap(stepsNotExported);
  for (const text of missing) host.warning(`Not exported: ${text}`);
  const reason = `Exported ${formatCount(files.length, 'file')} to ${mode.folder}.`;
  if (missing.length === 0) return modeCompleted(mode, reason);
  const left = `${formatCount(missing.length, 'step')} could not be expressed; the exported tests fail there.`;
  return modeCompleted(mode, `${reason} ${left}`, 'incomplete');
}

/** The exported tests in a folder, other than the written ones. Exported tests read OCTO_URL. */
async function earlierExports(
  folder: string,
  written: readonly { readonly path: string }[],
): Promise<string[]> {
  const names = new Set(written.map(({ path }) => basename(path)));
  const others = (await readdir(folder)).filter((name) => name.endsWith('.spec.ts') && !names.has(name));
  const texts = await Promise.all(others.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return others.filter((_, index) => texts[index]?.includes('process.env.OCTO_URL')).sort();
}

/** What the comments in an exported file say about steps that it cannot express. */
function stepsNotExported({ path, content }: { path: string; content: Uint8Array }): string[] {
  const lines = new TextDecoder().decode(content).split('\n');
  return lines.flatMap((line) => {
    const [before, text] = line.split(notExportedMark, 2);
    return before?.trim() === '' && text !== undefined ? [`${basename(path)}: ${oneLine(text)}`] : [];
  });
}

function readArchive(archive: Uint8Array): { name: string; content: Uint8Array }[] {
  let count = 0;
  let bytes = 0;
  const unpacked = unpack(archive, ({ name, originalSize }) => {
    count += 1;
    bytes += originalSize;
    if (count > maxFiles || bytes > maxBytes) {
      throw new UserError(
        `The service's export contains more than ${maxFiles} files or ${maxBytes / 1024 / 1024} MiB. Nothing was written. Export fewer test cases at a time.`,
      );
    }
    return !name.endsWith('/');
  });
  if (Object.keys(unpacked).length === 0) {
    throw new UserError(
      "The service's export has no files, so nothing was written. Check the test target in the service.",
    );
  }
  return Object.entries(unpacked).map(([name, content]) => ({ name, content }));
}

function unpack(archive: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `The service's export is not a zip archive (${messageOf(error)}). Nothing was written. Check that \`service-url\` names the service itself.`,
    );
  }
}

/** @returns undefined if the service does not offer one. */
async function configuration(
  { inputs, connection: { client, testTargetId }, signal }: ModeRequest<'export'>,
  url: string,
  environmentId: string | undefined,
): Promise<string | undefined> {
  const { browser, breakpoint } = inputs;
  try {
    const query = { url, browser, breakpoint, ...defined({ environmentId }) };
    return await client.getConfig({ testTargetId }, query, { signal });
  } catch (error) {
    if (lacksOperation(error)) return undefined;
    throw error;
  }
}
