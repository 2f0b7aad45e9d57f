import { frontdeskPrompts } from './frontdesk-prompts.ts';
import { testSamples } from './judge-samples.ts';
import { acceptanceCriteria, pullRequestNotes, testScripts, toldSteps } from './plain-prompts.ts';
import { plannerPrompts } from './planner-prompts.ts';
import { heldOutPrompts, testerPrompts } from './tester-prompts.ts';

testSamples([
  { title: 'tenth', prompts: testerPrompts, least: 0.85 },
  { title: 'eleventh', prompts: heldOutPrompts, least: 0.75 },
  { title: 'twelfth', prompts: testScripts, least: 0.9 },
  { title: 'thirteenth', prompts: acceptanceCriteria, least: 0.8 },
  { title: 'fourteenth', prompts: pullRequestNotes, least: 0.85 },
  { title: 'fifteenth', prompts: toldSteps, least: 0.9 },
  { title: 'twenty-fourth', prompts: [...plannerPrompts, ...frontdeskPrompts], least: 0.8 },
]);
