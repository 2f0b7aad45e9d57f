import { type ModelSettings, readModelSettings } from '../../common/model-settings.ts';
import type { RawInputs, ReportProblem } from './raw-inputs.ts';

/** Reads which model proposes test cases. If a problem is reported, the result must not be used. */
export function readModelInput(raw: RawInputs, problem: ReportProblem): ModelSettings | undefined {
  const { 'model-url': url, 'model-name': name, 'model-key': key } = raw;
  const isSet = url !== '' || name !== '' || key !== '';
  if (!isSet) return undefined;
  if (raw['service-url'] !== '') {
    problem('model-url', 'is set, but the service of `service-url` generates the test cases. Remove it');
    return undefined;
  }
  if (url === '') problem('model-url', 'is missing, but `model-name` or `model-key` is set. Set all or none');
  return url === '' ? undefined : readModelSettings(url, name, key, problem);
}
