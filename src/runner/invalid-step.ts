/** A step that cannot be played as it is written, whatever the app does. */
export class InvalidStep extends Error {}
