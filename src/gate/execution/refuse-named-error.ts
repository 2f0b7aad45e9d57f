import { namedError } from '../../contract/error-message.ts';
import { UserError } from '../../runtime/user-error.ts';

/** @throws UserError if an answer of success names an error, too. @param done what the service has done, in sentences. */
export function refuseNamedError(answer: Readonly<Record<string, unknown>>, done: string): void {
  const error = namedError(answer);
  if (error === undefined) return;
  throw new UserError(
    `The service accepted the request, but its answer names an error: ${error}. ${done} Check the test target in the service.`,
  );
}
