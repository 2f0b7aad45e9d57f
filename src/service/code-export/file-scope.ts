import type { HelperName } from './helpers.ts';

/** What the code of one file needs around it, collected while the code is generated. */
export interface FileScope {
  readonly helpers: Set<HelperName>;
  /** Variables of the run that the steps name. */
  readonly variables: Set<string>;
  /** Whether the test keeps dynamic variables (`$$name`). */
  usesDynamic: boolean;
  usesDialogs: boolean;
  /** Whether a step switches to another page. */
  changesPage: boolean;
  /** Whether the file has header fields that the test's own requests to the app must carry. */
  readonly sendsFields: boolean;
  /** The sum of the fixed waits, in ms: it is added to the timeout of the test. */
  fixedWaitMs: number;
}

export function newFileScope({ sendsFields = false } = {}): FileScope {
  return {
    sendsFields,
    helpers: new Set(),
    variables: new Set(),
    usesDynamic: false,
    usesDialogs: false,
    changesPage: false,
    fixedWaitMs: 0,
  };
}

/** @returns the name of a helper function, which the file then contains. */
export function helper(scope: FileScope, name: HelperName): HelperName {
  scope.helpers.add(name);
  return name;
}

/** @returns the name of the map of dynamic variables, which the test then declares. */
export function dynamicVariables(scope: FileScope): string {
  scope.usesDynamic = true;
  return 'dynamic';
}

/** @returns the name of what answers dialogs, which the test then declares. */
export function dialogs(scope: FileScope): string {
  helper(scope, 'answerDialogs');
  scope.usesDialogs = true;
  return 'dialogs';
}

/** Indents lines by one level. Only code is given here, and no literal spans lines. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** A step that can't work as it is. Its code throws this message when the test runs. */
export class StepProblem extends Error {}

/** A step that has no equivalent in an exported file. It fails the test even with `ignoreFailure`. */
export class StepNotExported extends Error {}
