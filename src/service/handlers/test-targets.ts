import { isDeepStrictEqual } from 'node:util';
import { v5 as uuidV5 } from 'uuid';
import { defined } from '../../common/object-fields.ts';
import type { EnvironmentBody } from '../../contract/test-target.ts';
import { type Dependencies, requireEnvironment, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Handlers } from '../http/route.ts';
import type { EnvironmentRow, EnvironmentSettings, TestTargetRow } from '../store/test-target-store.ts';

/** Test targets (section 4.1). */
export const testTargetHandlers = {
  listTestTargets: (deps) => deps.targets.list().map((target) => toTestTarget(deps, target)),

  /** The target is created together with its DEFAULT environment. */
  createTestTarget: (deps, { body }) => {
    const { app = 'app', discoveryUrl } = body.testTarget ?? {};
    const id = deps.targets.create(app, discoveryUrl, deps.now());
    return toTestTarget(deps, requireTarget(deps, id));
  },

  getTestTarget: (deps, { params }) => toTestTarget(deps, requireTarget(deps, params.testTargetId)),

  updateTestTarget: (deps, { params, body }) => {
    deps.targets.update(requireTarget(deps, params.testTargetId), body);
    return toTestTarget(deps, requireTarget(deps, params.testTargetId));
  },

  /** Extension: deletes everything that belongs to the target and stops its runs. */
  deleteTestTarget: (deps, { params: { testTargetId }, afterCommit }) => {
    deps.targets.delete(testTargetId);
    afterCommit(() => deps.runs.stopAll(testTargetId));
  },
} satisfies Partial<Handlers>;

/**
 * The answer form (section 2.1), without the key of the test management integration. The summary of an environment has all
 * its fields: section 2.1 marks none of them as optional.
 */
function toTestTarget(deps: Dependencies, target: TestTargetRow) {
  return {
    id: target.id,
    app: target.app,
    tags: deps.testCases.tags(target.id),
    environments: deps.environments.list(target.id).map(({ id, type, settings }) => ({
      id,
      type,
      discoveryUrl: settings.discoveryUrl ?? '',
      // A mailbox belongs to a run, not to an environment.
      email: '',
    })),
    testIdAttribute: target.testIdAttribute,
    timeoutPerStep: target.timeoutPerStep,
  };
}

/** Environments (section 4.2). Their names are unique within a target. */
export const environmentHandlers = {
  listEnvironments: (deps, { params }) => deps.environments.list(params.testTargetId).map(toEnvironment),

  createEnvironment: (deps, { params: { testTargetId }, body }) => {
    const taken = new Set(deps.environments.list(testTargetId).map(({ name }) => name));
    const name = body.name === undefined ? freeName(taken) : storableName(body.name);
    refuseTakenName(taken, name);
    const settings = mergeSettings(testTargetId, {}, body, deps.now());
    const environment = { testTargetId, name, type: 'ADDITIONAL', settings } as const;
    return toEnvironment(deps.environments.create(environment, deps.now()));
  },

  /** Extension: changes what the body names. `updatedAt` stays if that changes nothing. */
  updateEnvironment: (deps, { params, body }) => {
    const stored = requireEnvironment(deps, params);
    const others = deps.environments.list(params.testTargetId).filter(({ id }) => id !== stored.id);
    const name = body.name === undefined ? stored.name : storableName(body.name);
    refuseTakenName(new Set(others.map((each) => each.name)), name);
    const settings = mergeSettings(params.testTargetId, stored.settings, body, deps.now());
    if (!isDeepStrictEqual({ name, settings }, { name: stored.name, settings: stored.settings })) {
      deps.environments.update(stored.id, name, settings, deps.now());
    }
    return toEnvironment(requireEnvironment(deps, params));
  },

  /** Extension. The DEFAULT environment is deleted only together with its target. */
  deleteEnvironment: (deps, { params }) => {
    const { id, type } = requireEnvironment(deps, params);
    if (type === 'DEFAULT') {
      throw HttpProblem.invalid(
        ['params', 'environmentId'],
        'the DEFAULT environment can only be deleted together with its test target',
      );
    }
    deps.environments.delete(id);
  },
} satisfies Partial<Handlers>;

/** The answer form (section 2.2), credentials included. */
function toEnvironment({ settings, ...row }: EnvironmentRow) {
  return { ...row, ...settings };
}

function freeName(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`environment ${number}`)) number += 1;
  return `environment ${number}`;
}

/** SQLite stores no lone surrogates, so two different names could become the same one. */
function storableName(name: string): string {
  return name.toWellFormed();
}

function refuseTakenName(taken: ReadonlySet<string>, name: string): void {
  if (taken.has(name)) throw HttpProblem.invalid(['name'], `an environment "${name}" already exists`);
}

/**
 * The stored settings with the changes of a request, credential by credential. An account or an authentication without
 * any field removes the stored one.
 */
function mergeSettings(
  testTargetId: string,
  { testAccount, basicAuth, ...rest }: EnvironmentSettings,
  body: EnvironmentBody,
  now: Date,
): EnvironmentSettings {
  const updatedAt = now.toISOString();
  const account = mergeAccount(testAccount, body, updatedAt);
  const name = body.privateLocationName;
  const auth =
    body.basicAuth === undefined ? basicAuth : credentials({ ...basicAuth }, body.basicAuth, updatedAt);
  return {
    ...rest,
    ...defined({
      discoveryUrl: body.discoveryUrl,
      additionalHeaderFields: body.additionalHeaderFields,
      testAccount: account,
      basicAuth: auth,
      privateLocation: name === undefined ? undefined : privateLocation(testTargetId, name),
    }),
  };
}

/** The account with the one-time-password key, which has three spellings: inside the account, it comes first. */
function mergeAccount(
  stored: EnvironmentSettings['testAccount'],
  { testAccount, testAccountOtpInitializerKey, otpInitializerKey }: EnvironmentBody,
  updatedAt: string,
): EnvironmentSettings['testAccount'] {
  const account = testAccount === undefined ? stored : credentials({ ...stored }, testAccount, updatedAt);
  const key = testAccount?.otpInitializerKey ?? testAccountOtpInitializerKey ?? otpInitializerKey;
  return key == null ? account : { ...account, otpInitializerKey: key, updatedAt };
}

function credentials<T extends object>(
  stored: Partial<T>,
  given: T,
  updatedAt: string,
): (T & { updatedAt: string }) | undefined {
  return Object.keys(given).length === 0 ? undefined : { ...stored, ...given, updatedAt };
}

/** This service has only its own location: every name stands for it. */
function privateLocation(testTargetId: string, name: string) {
  return {
    // As JSON, because `uuid` cannot encode the lone surrogates that a name may contain.
    id: uuidV5(`location ${JSON.stringify(name)}`, testTargetId),
    name,
    status: 'ONLINE',
    type: 'PRIVATE',
  };
}
