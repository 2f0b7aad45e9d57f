/** A part of a file has no equivalent in a test case. The message says what. */
export class NotImported extends Error {}
