/** Where a browser is looked for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's repository: its own Playwright names the browser that the team tests with. */
  readonly workspace: string;
}
