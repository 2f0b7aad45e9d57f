import type { CodeExportBody } from '../../contract/code-export.ts';
import { exportTestFiles } from '../code-export/export-test-files.ts';
import { zipFiles } from '../code-export/zip-files.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { refuseDuplicateIds } from '../duplicate-ids.ts';
import { exportedEnvironment, exportSettings } from '../export-settings.ts';

/** POST code (section 4.6): a zip of Playwright test files, one a case. */
export const exportCode =
  (deps: Dependencies) =>
  ({ params, body, answerHeaders }: { params: OfTarget; body: CodeExportBody; answerHeaders: Headers }) => {
    const target = requireTarget(deps, params.testTargetId);
    const environment = exportedEnvironment(deps, params, body.environmentId);
    refuseDuplicateIds(body.testCases);
    const files = exportTestFiles({ ...body, ...exportSettings(target, environment) });
    answerHeaders.set('content-disposition', 'attachment; filename="playwright-tests.zip"');
    return new Uint8Array(zipFiles(files));
  };
