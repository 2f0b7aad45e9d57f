/** Arguments that the command cannot work with: exit code 2. */
export class WrongArguments extends Error {}
