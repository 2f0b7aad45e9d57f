import { frontdeskPrompts } from './frontdesk-prompts.ts';
import { testSamples } from './judge-samples.ts';
import { acceptanceCriteria, pullRequestNotes, testScripts, toldSteps } from './plain-prompts.ts';
import { plannerPrompts } from './planner-prompts.ts';
import { heldOutPrompts, testerPrompts } from './tester-prompts.ts';

testSamples([
  { title: 'tenth', prompts: testerPrompts, minShare: 0.85 },
  { title: 'eleventh', prompts: heldOutPrompts, minShare: 0.75 },
  { title: 'twelfth', prompts: testScripts, minShare: 0.9 },
  { title: 'thirteenth', prompts: acceptanceCriteria, minShare: 0.8 },
  { title: 'fourteenth', prompts: pullRequestNotes, minShare: 0.85 },
  { title: 'fifteenth', prompts: toldSteps, minShare: 0.9 },
  { title: 'twenty-fourth', prompts: [...plannerPrompts, ...frontdeskPrompts], minShare: 0.8 },
]);
