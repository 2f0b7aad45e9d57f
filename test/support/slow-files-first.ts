import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, for processes, pages and times. They begin first, so that no processor is idle at the end. */
const slow = [
  'test/generation/live-sample/',
  'test/lies/lies.deep.test.ts',
  'test/attacks/',
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
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.toSorted((a, b) => order(a) - order(b) || rank(a) - rank(b));
  }
}
