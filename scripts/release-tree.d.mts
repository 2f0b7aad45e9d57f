export const releasePaths: readonly string[];
export function releaseReadme(text: string, repository: string, commit: string): string;
export function releasePackage(text: string): string;
