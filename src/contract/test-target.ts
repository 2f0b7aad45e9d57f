import { z } from 'zod';
import { defined } from '../common/object-fields.ts';
import { notBlank, nullAsMissing, openEnum, timestamp, uuid, webUrl } from './values.ts';

const environmentSummary = z.looseObject({
  id: uuid,
  type: openEnum(['DEFAULT', 'ADDITIONAL']),
  discoveryUrl: nullAsMissing(z.string().optional()),
  email: nullAsMissing(z.string().optional()),
});

/** The application under test (section 2.1). */
export const testTarget = z.looseObject({
  id: uuid,
  app: z.string(),
  tags: nullAsMissing(z.array(z.string().nullable()).optional()),
  environments: nullAsMissing(z.array(environmentSummary).optional()),
});

const testManagementIntegration = z.object({
  domain: z.url().optional(),
  username: z.string().optional(),
  projectId: z.string().optional(),
  apiKey: z.string().optional(),
});

/** Body of PATCH test target (section 4.1). */
export const patchTestTargetBody = z.object({
  app: z.string().nullable().optional(),
  testIdAttribute: z.string().nullable().optional(),
  /** In ms (section 8). */
  timeoutPerStep: z.int32().min(5000).max(30_000).optional(),
  testManagementIntegration: testManagementIntegration.optional(),
});
export type PatchTestTargetBody = z.infer<typeof patchTestTargetBody>;

/** Body of POST test-targets (section 4.1): the `testTarget` object is optional. */
export const createTestTargetBody = z.object({
  testTarget: z.object({ app: z.string().optional(), discoveryUrl: webUrl.optional() }).optional(),
});

/** A URL under test with its credentials (section 2.2). */
export const environment = z.looseObject({
  id: uuid,
  name: z.string(),
  testTargetId: uuid,
  type: openEnum(['DEFAULT', 'ADDITIONAL']),
  updatedAt: nullAsMissing(timestamp.optional()),
  discoveryUrl: z.string().nullish(),
  additionalHeaderFields: z.looseObject({}).nullish(),
  testAccount: z
    .looseObject({
      username: z.string().nullish(),
      password: z.string().nullish(),
      otpInitializerKey: z.string().nullish(),
      updatedAt: nullAsMissing(timestamp.optional()),
    })
    .nullish(),
  basicAuth: z
    .looseObject({
      username: z.string().nullish(),
      password: z.string().nullish(),
      updatedAt: nullAsMissing(timestamp.optional()),
    })
    .nullish(),
  privateLocation: z
    .looseObject({
      id: uuid.nullish(),
      name: z.string().nullish(),
      status: openEnum(['ONLINE', 'OFFLINE']).nullish(),
      type: z.string().nullish(),
    })
    .nullish(),
});
export type Environment = z.infer<typeof environment>;

/** RFC 9110, section 5.1. */
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be a header name: letters, digits and !#$%&'*+-.^_`|~");
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, 'must be a header value: Latin-1 without control characters');

/**
 * Body of POST environments and of PATCH environment (section 4.2). An empty object removes the account or the
 * credentials. The one-time-password key has two more spellings (extensions), which are ignored if they are null.
 */
export const environmentBody = z.object({
  name: notBlank.optional(),
  discoveryUrl: webUrl.optional(),
  testAccount: z
    .object({
      username: z.string().optional(),
      password: z.string().optional(),
      otpInitializerKey: z.string().optional(),
    })
    .optional(),
  basicAuth: z.object({ username: z.string().optional(), password: z.string().optional() }).optional(),
  testAccountOtpInitializerKey: z
    .string()
    .nullish()
    .describe(
      'Another spelling of `testAccount.otpInitializerKey`, which clients send when they create one.',
    ),
  otpInitializerKey: z
    .string()
    .nullish()
    .describe(
      'Another spelling of `testAccount.otpInitializerKey`, which clients send when they change one.',
    ),
  privateLocationName: notBlank.optional(),
  additionalHeaderFields: z.record(headerName, headerValue).optional(),
});
export type EnvironmentBody = z.infer<typeof environmentBody>;

/** The environment of a run (section 2.2). */
export interface RunEnvironment {
  readonly testAccount?: {
    readonly username?: string | undefined;
    readonly password?: string | undefined;
    readonly otpInitializerKey?: string | undefined;
  };
  /** Basic authentication for the origin of the app only. */
  readonly basicAuth?: { readonly username: string; readonly password: string };
  /** Header fields that are sent to the origin of the app only. */
  readonly headers: Readonly<Record<string, string>>;
}

export function runEnvironment(
  settings: Pick<EnvironmentBody, 'testAccount' | 'basicAuth' | 'additionalHeaderFields'>,
): RunEnvironment {
  const { testAccount, basicAuth, additionalHeaderFields } = settings;
  const { username, password } = basicAuth ?? {};
  return {
    ...defined({ testAccount }),
    ...(username === undefined || password === undefined ? {} : { basicAuth: { username, password } }),
    headers: additionalHeaderFields ?? {},
  };
}
