import { stripTypeScriptTypes } from 'node:module';
import { type Program, parse } from 'acorn';
import { errorCode, messageOf, UserError } from '../../../common/errors.ts';
import { syntaxErrorLine, withoutWarnings } from '../../../common/strip-types.ts';

/**
 * Parses a file of JavaScript or TypeScript. Types are replaced by blanks, so that positions stay.
 * @param file its path, which each position names.
 * @throws UserError that says why the file cannot be parsed, with the line.
 */
export function parseSource(text: string, file: string): Program {
  const code = /\.[mc]?ts$/i.test(file) ? withoutTypes(text) : text;
  try {
    const options = {
      ecmaVersion: 'latest',
      locations: true,
      allowHashBang: true,
      sourceFile: file,
    } as const;
    return parse(code, { ...options, sourceType: 'module', allowReturnOutsideFunction: true });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new UserError(`Cannot parse the file: ${messageOf(error)}`);
  }
}

function withoutTypes(text: string): string {
  try {
    return withoutWarnings(() => stripTypeScriptTypes(withoutEnums(withoutParameterProperties(text))));
  } catch (error) {
    if (error instanceof Error && errorCode(error) === 'ERR_INVALID_TYPESCRIPT_SYNTAX')
      throw new UserError(`Cannot parse the file: ${error.message} in line ${syntaxErrorLine(error) ?? '?'}`);
    // Namespaces are more than types.
    throw new UserError(
      `Cannot remove the types: ${messageOf(error)}. Remove what is more than a type, such as a namespace, or import the compiled JavaScript.`,
    );
  }
}
/** `enum Size { Small = 's' }` as an object that is as long, so that positions stay. */
function withoutEnums(text: string): string {
  return text.replace(/\b(const\s+)?enum(\s+[\w$]+)\s\{([^{}]*)\}/g, (_, constant = '', name, members) => {
    const fields = String(members).replace(/(?<=(?:^|[,\n])\s*[\w$]+\s*)=(?=\s*['"\d])/g, ':');
    return `${constant === '' ? 'let ' : `${constant}    `}${name}={${fields}}`;
  });
}

/** `constructor(private readonly page: Page)` without the words that declare a field, which are no part of a type. */
function withoutParameterProperties(text: string): string {
  return text.replace(/\bconstructor\s*\([^{]*\)\s*\{/g, (parameters) =>
    parameters.replace(
      /(?<=[(,]\s*)(?:(?:public|private|protected|readonly|override)\s+)+(?=[\w$]+\s*[?:,)=])/g,
      (words) => words.replace(/\S/g, ' '),
    ),
  );
}
