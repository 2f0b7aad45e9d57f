import { isUnencrypted } from './loopback.ts';

/** An OpenAI-compatible endpoint for chat completions with tool calls. */
export interface ModelSettings {
  /** Its base URL, such as `https://models.example.com/v1`, or the full URL of its chat completions. */
  readonly url: string;
  readonly name: string;
  /** Sent as a bearer token, to this URL only. */
  readonly key?: string;
}

type ModelSetting = 'model-url' | 'model-name' | 'model-key';

/**
 * The settings of a model; undefined if neither URL nor name is set.
 * @param report is called with each problem; a message continues after the setting's name, and never contains the key.
 */
export function readModelSettings(
  url: string,
  name: string,
  key: string,
  report: (setting: ModelSetting, message: string) => void,
): ModelSettings | undefined {
  if (url === '' && name === '') return undefined;
  const settings = { url, name, ...(key === '' ? {} : { key }) };
  for (const [setting, message] of modelProblems(settings)) report(setting, message);
  return settings;
}

/** Checks the settings of a model. A message continues after the setting's name, and never contains the key. */
export function modelProblems({ url, name, key = '' }: ModelSettings): [ModelSetting, string][] {
  const parsed = URL.parse(url);
  const problems: [ModelSetting, string][] = [];
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username + parsed.password !== '') {
    const example = 'https://models.example.com/v1';
    problems.push([
      'model-url',
      `is not an http or https URL without a user name. Write the base URL of the endpoint, such as ${example}`,
    ]);
  } else if (key !== '' && isUnencrypted(parsed)) {
    problems.push([
      'model-url',
      'would send `model-key` over the network without encryption. Use https://. Only an endpoint on this machine (localhost) may use http://',
    ]);
  }
  if (name === '') problems.push(['model-name', 'is missing. Set it to a model of the endpoint']);
  if (!/^[\x21-\x7e]*$/.test(key)) {
    problems.push([
      'model-key',
      'contains a line break, a space or another character that is not part of a key. Store the secret again without it',
    ]);
  }
  return problems;
}
