import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { junitXml } from '../../../src/report/files/junit.ts';

/**
 * The schema of Jenkins, extended by the elements that Maven Surefire writes for earlier attempts. In Surefire's own
 * schema they stand at the same position.
 */
const schema = readFile(join(import.meta.dirname, 'jenkins-junit.xsd'), 'utf8').then((text) => {
  const rerun = (name: string) => `
    <xs:element name="${name}" minOccurs="0" maxOccurs="unbounded">
      <xs:complexType>
        <xs:sequence>
          <xs:element name="stackTrace" type="xs:string"/>
          <xs:element name="system-out" type="xs:string" minOccurs="0"/>
          <xs:element name="system-err" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="message" type="xs:string"/>
        <xs:attribute name="type" type="xs:string" use="required"/>
      </xs:complexType>
    </xs:element>`;
  const reruns = ['rerunFailure', 'rerunError', 'flakyFailure', 'flakyError'].map(rerun).join('');
  const failures = '<xs:element ref="failure" minOccurs="0" maxOccurs="unbounded"/>';
  return text.replace(
    failures,
    `${failures}<xs:choice minOccurs="0" maxOccurs="unbounded">${reruns}</xs:choice>`,
  );
});

/** Validates JUnit files with libxml2. @returns the violations; empty if all files are valid. */
export async function junitErrors(files: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: files.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: await schema,
    maxMemoryPages: 4096,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The text of a JUnit file. */
export function junitText(results: Parameters<typeof junitXml>[0]): string {
  return [...junitXml(results)].join('');
}
