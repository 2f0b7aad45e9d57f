import { runScenes } from './scenes.ts';
import { allViews, openCamera } from './shoot.ts';

/**
 * Takes pictures of the comment, the job summary and the report of every scene, in all views, for a look at all of them.
 * Its argument is the folder they go to. Run it after `npm run build`.
 */

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder that the pictures go to');
await using camera = await openCamera(folder);
for await (const { name, comment, summary, report } of runScenes()) {
  await camera.markdown(`${name}-comment`, comment, allViews);
  await camera.markdown(`${name}-summary`, summary, allViews);
  if (report !== undefined) await camera.page(`${name}-report`, report, allViews);
}
