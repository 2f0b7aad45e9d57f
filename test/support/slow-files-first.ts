import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, for processes, pages and times. They begin first, so that no processor is idle at the end. */
const slow = [
  'test/generation/live-sample/short-prompts.deep.test.ts',
  'test/lies/lies.deep.test.ts',
  'test/attacks/',
  'test/generation/live-sample/',
  'test/e2e/',
  'test/cli/',
];

/** Vitest begins with the largest files if it does not know how long they take, as on a fresh clone. */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
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
