import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, for processes, pages and times. They begin first, so that no processor is idle at the end. */
const slow = ['test/lies/lies.deep.test.ts', 'test/attacks/', 'test/e2e/', 'test/cli/'];
/** Files that would take all the time that a slow machine has for deep tests. */
const last = 'test/generation/live-sample/';

/** Vitest begins with the largest files if it does not know how long they take, as on a fresh clone. */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      if (moduleId.includes(`/${last}`)) return slow.length + 1;
      const index = slow.findIndex((path) => moduleId.includes(`/${path}`));
      return index === -1 ? slow.length : index;
    };
    // Those of a project stay together: they share processes.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((each) =>
      sorted.filter(({ project }) => project === each).toSorted((a, b) => rank(a) - rank(b)),
    );
  }
}
