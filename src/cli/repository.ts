/** `owner/name` on GitHub. The build takes it from `repository` of package.json. */
export const repository = 'owner/browser-test-gate';
