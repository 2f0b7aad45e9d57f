import { readdir, readFile } from 'node:fs/promises';

/** Processes whose environment names a text: the action and all that it has started, where it is the workspace's path. */
export async function processesOf(marker: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const found = await Promise.all(
    ids.map(async (id) => {
      const read = (file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
      return (await read('environ')).includes(marker) ? [`${id} ${await read('cmdline')}`] : [];
    }),
  );
  return found.flat();
}
