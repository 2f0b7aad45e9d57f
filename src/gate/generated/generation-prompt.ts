/** What a pull request says, and which files it changes. */
export interface PullRequestTexts {
  readonly number: number | undefined;
  readonly texts: readonly string[];
  readonly changedFiles: readonly string[];
}

const maxText = 5000;
const maxFiles = 100;

/**
 * The prompt of a generation without one of its own. What the pull request says only ranks pages: a stranger may have
 * written it, so nothing in it is read as a step, and no link in it is followed.
 */
export function defaultPrompt({ number, texts, changedFiles }: PullRequestTexts): {
  prompt: string;
  hints: string[];
} {
  const withoutLinks = (text: string) => text.slice(0, maxText).replace(/\b(?:[a-z]+:\/\/|www\.)\S+/gi, ' ');
  return {
    prompt: number === undefined ? 'Test the app.' : `Test what pull request ${number} changes.`,
    hints: [...texts.map(withoutLinks), ...changedFiles.slice(0, maxFiles)],
  };
}
