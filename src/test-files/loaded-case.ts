import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Path } from './parse-text.ts';
import type { SourcePosition } from './problem.ts';

/** A test case with its place in the repository. */
export interface LoadedCase {
  readonly testCase: ExchangeTestCase;
  readonly position: SourcePosition;
  /** True where its file holds a list. */
  readonly inList: boolean;
  /** Where a part of the case stands, such as `['elements', 2]`. */
  positionOf(path: Path): SourcePosition;
}
