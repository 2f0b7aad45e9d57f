import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Path } from './parse-text.ts';
import type { SourcePosition } from './problem.ts';

/** A test case with its position in the repository. */
export interface LoadedCase {
  readonly testCase: ExchangeTestCase;
  readonly position: SourcePosition;
  /** The text of its file. */
  readonly text: string;
  /** Whether its file contains a list. */
  readonly inList: boolean;
  /** The position of a part of the case, such as `['elements', 2]`. */
  positionOf(path: Path): SourcePosition;
}
