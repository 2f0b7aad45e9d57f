import type { HelperName } from './helpers.ts';

/** What the code of one file needs around it; it is collected while the code is made. */
export interface FileScope {
  readonly helpers: Set<HelperName>;
  /** Variables of the run that the steps name. */
  readonly variables: Set<string>;
  /** Whether the test keeps dynamic variables (`$$name`). */
  usesDynamic: boolean;
  /** Whether a step goes on with another page. */
  changesPage: boolean;
  /** Whether the file has header fields that requests of its own to the app must carry. */
  readonly sendsFields: boolean;
  /** What fixed waits add to the time of the test, in ms. */
  fixedWaitMs: number;
}

/** The scope of a file that nothing is written into yet. */
export function newFileScope({ sendsFields = false } = {}): FileScope {
  return {
    sendsFields,
    helpers: new Set(),
    variables: new Set(),
    usesDynamic: false,
    changesPage: false,
    fixedWaitMs: 0,
  };
}

/** Names a helper function that the file then carries. */
export function helper(scope: FileScope, name: HelperName): HelperName {
  scope.helpers.add(name);
  return name;
}

/** Names the map of dynamic variables that the test then has. */
export function dynamicVariables(scope: FileScope): string {
  scope.usesDynamic = true;
  return 'dynamic';
}
