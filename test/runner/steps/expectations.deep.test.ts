import { describe, it } from 'vitest';
import { expectMissed, otherMissed } from './expect-missed.ts';
import { openStage } from './stage.ts';

const stage = openStage();

describe.concurrent('an expectation', () => {
  it.each(otherMissed)('fails: $what', (row) => expectMissed(stage, row));
});
