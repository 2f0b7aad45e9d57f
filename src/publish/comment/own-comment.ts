/** A comment as GitHub lists it. */
export interface ListedComment {
  readonly id: number;
  readonly body?: string | undefined;
  readonly html_url?: string;
  readonly user?: { readonly login: string; readonly type?: string } | null | undefined;
}

/** Who the token belongs to; `undefined` where GitHub does not tell. */
export interface WhoWeAre {
  /** The login of a person. */
  ownLogin(): Promise<string | undefined>;
  /** The login under which an app writes, like `release-robot[bot]`. */
  ownApp(): Promise<string | undefined>;
}

/** Under this name GITHUB_TOKEN writes. */
const actionsBot = 'github-actions[bot]';

/**
 * Makes what tells whether a comment is ours: anyone may write one that begins with our marker, and only one of our own
 * is written over. GitHub is asked who we are where the author leaves it open, and once, however many comments there are.
 * @param author who has written ours, where that is known.
 */
export function isOurs(api: WhoWeAre, author?: string): (comment: ListedComment) => Promise<boolean> {
  let login: Promise<string | undefined> | undefined;
  let app: Promise<string | undefined> | undefined;
  return async ({ user }) => {
    // GitHub always names a user, or null for one that is gone; without the field there is nobody to mix us up with.
    if (user === undefined) return true;
    if (user === null) return false;
    if (author !== undefined) return user.login === author;
    if (user.login === actionsBot) return true;
    if (user.type === 'Bot' || user.login.endsWith('[bot]')) {
      app ??= api.ownApp();
      return user.login === (await app);
    }
    login ??= api.ownLogin();
    return user.login === (await login);
  };
}
