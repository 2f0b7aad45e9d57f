/** `owner/name` on GitHub. The build takes it from `repository` of package.json. */
export const repository = 'owner/browser-test-gate';

/** The command where it is not installed. By its bare name, `npx` would take a package of the registry. */
export const npxCommand = `npx github:${repository}#v1`;

/** The pull request of a merge queue's ref or branch, such as `refs/heads/gh-readonly-queue/main/pr-12-<sha>`. */
export function queuedPullRequest(ref: string): number | undefined {
  const [, queued] = /\/pr-([1-9]\d{0,14})-[0-9a-f]+$/.exec(ref) ?? [];
  return queued === undefined ? undefined : Number(queued);
}

/** Whether two names of repositories are known and the same. GitHub's names ignore case. */
export function isSameName(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toLowerCase() === b?.toLowerCase();
}
