/** A step that can't work as it stands: its code throws this message when it is played. */
export class StepProblem extends Error {}

/** A step that has no equivalent in an exported file: `ignoreFailure` does not pass over it. */
export class StepNotExported extends Error {}
