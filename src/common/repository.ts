/** `owner/name` on GitHub. The build takes it from `repository` of package.json. */
export const repository = 'owner/browser-test-gate';

/** The command where it is not installed. By its bare name, `npx` would take a package of the registry. */
export const npxCommand = `npx github:${repository}#v1`;
