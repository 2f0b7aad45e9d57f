import { v5 as uuidV5 } from 'uuid';
import type { EnvironmentBody } from '../contract/environment.ts';
import type { EnvironmentRow, EnvironmentSettings } from './store/environments.ts';

/** An environment as answers have it (section 2.2); the credentials are echoed. */
export function toEnvironment({ settings, ...row }: EnvironmentRow) {
  return { ...row, ...settings };
}

/**
 * What a request says about an environment, put over what is stored, credential by credential. An account or an
 * authentication without any field means that there is none.
 */
export function mergeSettings(
  testTargetId: string,
  stored: EnvironmentSettings,
  body: EnvironmentBody,
  now: Date,
): EnvironmentSettings {
  const updatedAt = now.toISOString();
  const { testAccount, basicAuth, ...rest } = stored;
  const account =
    body.testAccount === undefined
      ? testAccount
      : credentials({ ...testAccount }, body.testAccount, updatedAt);
  const auth =
    body.basicAuth === undefined ? basicAuth : credentials({ ...basicAuth }, body.basicAuth, updatedAt);
  return {
    ...rest,
    ...(body.discoveryUrl === undefined ? {} : { discoveryUrl: body.discoveryUrl }),
    ...(body.additionalHeaderFields === undefined
      ? {}
      : { additionalHeaderFields: body.additionalHeaderFields }),
    ...(account === undefined ? {} : { testAccount: account }),
    ...(auth === undefined ? {} : { basicAuth: auth }),
    ...(body.privateLocationName === undefined
      ? {}
      : { privateLocation: privateLocation(testTargetId, body.privateLocationName) }),
  };
}

function credentials<T extends object>(
  stored: Partial<T>,
  given: T,
  updatedAt: string,
): (T & { updatedAt: string }) | undefined {
  return Object.keys(given).length === 0 ? undefined : { ...stored, ...given, updatedAt };
}

/** This service runs where it stands: whichever location is named, it is this one. */
function privateLocation(testTargetId: string, name: string) {
  // As JSON, for half of a surrogate pair, which a name may hold, is no text to make a UUID from.
  return {
    id: uuidV5(`location ${JSON.stringify(name)}`, testTargetId),
    name,
    status: 'ONLINE',
    type: 'PRIVATE',
  };
}
