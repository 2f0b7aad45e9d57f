import { expect, it } from 'vitest';
import { errorCode } from '../../src/common/errors.ts';

it('the code of an error is a name, and not the number of a DOMException', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  expect(errorCode(missing)).toBe('ENOENT');
  expect(errorCode(new DOMException('The operation timed out', 'TimeoutError'))).toBeUndefined();
});
