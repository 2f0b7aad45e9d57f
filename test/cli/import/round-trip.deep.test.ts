import { it } from 'vitest';
import { comeBack } from './generated-cases.ts';

it('1,000 generated cases come back from their exported code', () => {
  comeBack(1000);
});
