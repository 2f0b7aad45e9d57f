/** `1 more failed test case`, `3 more test cases`. */
export function moreCases(count: number, which = ''): string {
  return [String(count), 'more', which, count === 1 ? 'test case' : 'test cases']
    .filter((word) => word !== '')
    .join(' ');
}
