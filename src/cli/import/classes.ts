import type * as js from 'acorn';
import type { Expressions } from './expressions.ts';
import { NotImported } from './not-imported.ts';
import { Scope } from './scope.ts';
import { type Args, nothing, type Value } from './value.ts';
import type { Walker } from './walker.ts';

type ClassValue = Extract<Value, { kind: 'class' }>;
type ObjectValue = Extract<Value, { kind: 'object' }>;

/** Classes of a spec, such as page objects, and their objects. */
export class Classes {
  readonly #walker: Walker;
  readonly #expressions: Expressions;

  constructor(walker: Walker, expressions: Expressions) {
    this.#walker = walker;
    this.#expressions = expressions;
  }

  /** An object of a class in the file, such as a page object. */
  create(of: ClassValue, args: Args): Value {
    const created: ObjectValue = { kind: 'object', fields: new Map() };
    this.#construct(of, created, args);
    return created;
  }

  /** Gives an object the methods and fields of a class and of those that it extends, and calls their constructors. */
  #construct(of: ClassValue, created: ObjectValue, args: Args): void {
    this.#walker.log.use(of.node);
    const scope = new Scope(of.scope);
    scope.set('this', created);
    const outer =
      of.node.superClass == null ? undefined : this.#expressions.evaluate(of.node.superClass, of.scope);
    if (outer !== undefined && outer.kind !== 'class')
      throw new NotImported('it extends a class of another file');
    const overriding = new Map(created.fields);
    const own = this.#methodsOf(of.node, scope);
    const create = own.get('constructor');
    own.delete('constructor');
    for (const [name, value] of [...own, ...overriding]) created.fields.set(name, value);
    const setFields = () => {
      for (const [name, value] of this.fieldsOf(of, scope, false)) created.fields.set(name, value);
    };
    const superCall = (given: Args): Value => {
      if (outer !== undefined) this.#construct(outer, created, given);
      setFields();
      return nothing;
    };
    scope.set('super()', { kind: 'native', call: superCall });
    if (outer !== undefined)
      scope.set('super', { kind: 'object', fields: this.#methodsOf(outer.node, scope) });
    if (create?.kind !== 'function') superCall(args);
    else {
      for (const [index, parameter] of create.node.params.entries()) {
        const to = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
        // `constructor(readonly page: Page)` declares a field.
        const isField = /\b(?:public|private|protected|readonly)\s+$/.test(
          this.#walker.log.text.slice(0, parameter.start),
        );
        if (isField && to.type === 'Identifier') created.fields.set(to.name, args[index] ?? nothing);
      }
      if (outer === undefined) setFields();
      this.#walker.inline(create, args);
    }
  }

  #methodsOf(node: js.Class, scope: Scope): Map<string, Value> {
    const methods = new Map<string, Value>();
    for (const member of node.body.body) {
      if (member.type !== 'MethodDefinition' || member.static || member.kind === 'set') continue;
      methods.set(
        this.#expressions.key(member.key, member.computed, scope),
        this.#expressions.method(member, scope),
      );
    }
    return methods;
  }

  fieldsOf({ node }: ClassValue, scope: Scope, isStatic: boolean): Map<string, Value> {
    const fields = new Map<string, Value>();
    for (const member of node.body.body) {
      if (member.type === 'StaticBlock' || member.static !== isStatic) continue;
      const name = () => this.#expressions.key(member.key, member.computed, scope);
      if (member.type === 'MethodDefinition') {
        if (isStatic) fields.set(name(), this.#expressions.method(member, scope));
      } else
        this.#walker.record(member, scope, () => {
          fields.set(
            name(),
            member.value == null ? nothing : this.#expressions.evaluate(member.value, scope),
          );
        });
    }
    return fields;
  }
}
