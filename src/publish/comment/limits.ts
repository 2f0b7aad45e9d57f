/** GitHub refuses a comment of more than 65,536 characters; some room is left for what it counts otherwise. */
export const maxCommentCharacters = 60_000;
