/** Names whose values code changes: what they stand for is not known if the code is left out. */
export function changedNames(code: string): string[] {
  const textOrComment = /(['"])(?:\\.|(?!\1).)*\1|`(?:\\[\s\S]|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g;
  const withoutTexts = code.replace(textOrComment, "''");
  const change =
    /(?<![\w$.]|\b(?:const|let|var)\s+)(?!this\b)([A-Za-z_$][\w$]*)(?:\.[\w$]+|\[[^\]]*\])*?(?:\s*(?:(?:[-+*/%]|\?\?|\|\||&&)?=(?![=>])|\+\+|--)|\.(?:push|pop|shift|unshift|splice|sort|reverse)\()|(?:\+\+|--)([A-Za-z_$][\w$]*)/g;
  return [...withoutTexts.matchAll(change)].flatMap(([, name, counter]) => name ?? counter ?? []);
}
