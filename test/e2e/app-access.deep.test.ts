import { expect, it } from 'vitest';
import { startHttpServer } from '../support/http-server.ts';
import { makeScenario } from '../support/scenario.ts';

const secrets = {
  'test-account-password': 'account-passw0rd',
  'basic-auth-password': 'basic-passw0rd',
  headers: 'x-bypass: bypass-s3cret\nx-other: other-s3cret',
};

/** Types the account's password into a page that shows what it is given, and then fails with it in the message. */
const telltale = `description: Signs in
elements:
  - selectors: [{ selectorType: CSS, selector: input }]
    interaction: { action: ENTER_TEXT, calledWith: $OCTO_PASSWORD }
  - selectors: [{ selectorType: CSS, selector: output }]
    assertion: { expectation: TO_CONTAIN_TEXT, calledWith: never }
`;
const page = `<input oninput="document.querySelector('output').textContent = value"><output></output>`;

it.each(['default', 'staging'])(
  'account, authentication and header fields reach the app in the environment %s, and no report',
  async (environment) => {
    await using app = await startHttpServer(({ headers }, response) => {
      const login = Buffer.from(`bob:${secrets['basic-auth-password']}`).toString('base64');
      const welcome = headers.authorization === `Basic ${login}` && headers['x-bypass'] === 'bypass-s3cret';
      response.writeHead(welcome ? 200 : 401, {
        'content-type': 'text/html',
        'www-authenticate': 'Basic realm="preview"',
      });
      response.end(welcome ? page : 'no entry');
    });
    await using scenario = await makeScenario({ files: { 'browser-tests/a.yaml': telltale } });
    const { exitCode, log, outputs, summary, results } = await scenario.run({
      inputs: {
        url: app.url,
        environment,
        'test-account-username': 'ada',
        'basic-auth-username': 'bob',
        'timeout-per-step': '5s',
        retries: '0',
        ...secrets,
      },
    });
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('failed');
    const comment = scenario.github.comments[0]?.body ?? '';
    expect(comment).toContain('Step 2');
    expect(comment).toContain('***');
    // The limit of `timeout-per-step`, of which a little may be used up.
    expect(JSON.stringify(results)).toMatch(/Timeout[^"]*\b(?:4\d\d\d|5000)ms/);
    for (const secret of ['account-passw0rd', 'basic-passw0rd', 'bypass-s3cret', 'other-s3cret']) {
      expect(log).toContain(`::add-mask::${secret}`);
      expect(log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(secret);
      expect(`${summary}${comment}${JSON.stringify(results)}`).not.toContain(secret);
    }
  },
);
