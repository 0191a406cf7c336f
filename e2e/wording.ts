/** Plugin of the linter: what people read, and comments, are in plain English. */

interface Node {
  readonly loc: object
}

interface Text extends Node {
  readonly value: unknown
}

interface Context {
  readonly sourceCode: { getAllComments(): readonly (Text & { readonly value: string })[] }
  report(problem: { readonly loc: object; readonly message: string }): void
}

/** Habits of translated or unfinished text, each with what to write instead. */
type Habits = readonly (readonly [habit: RegExp, better: string])[]

const habits: Habits = [
  [/\bin all\b/, '"total", or the count with its noun'],
  [/\ball the same\b/, '"anyway"'],
  [/\bby itself\b/, '"automatically"'],
  [/\bgoes on\b|\bgo on\b/, '"continues"'],
  [/\b(it|this|that|what) is no\b/i, '"isn’t a"'],
  [/\bis there( already)?\b(?! (a|an|any)\b)/, '"exists"'],
  [/\bof it open\b/, '"outstanding"'],
  [/\b(has|have) to answer\b/, '"must respond"'],
  [/\bwhoever\b|\bnobody else\b/i, 'name who it is'],
  [/\bmade up for\b|\bholds? what\b/, 'say what happens'],
  [/[a-z)] …/, 'no space before an ellipsis'],
  [/\d %/, '21%, by percentText'],
  [/\bcancell|\b(catalogue|colour|favour|behaviour|labelled|grey|centre)/i, 'American spelling'],
  [
    /\b(re-?)?(serialis|normalis|organis|recognis|initialis|synchronis)(e|ed|es|ing|ation)\b/i,
    'American spelling',
  ],
  [/\s(customers|contacts|settings|services|invoices)\.(manage|view)\b/, 'the name of the permission'],
]

const commentHabits: Habits = [
  [/\bwhoever\b|\bnobody else\b/i, 'name who it is'],
  [/\b(it|this|that|what) is no\b/i, '"isn’t a"'],
  [/^\W*(gives|tells)\b/i, '"Returns" or "Reports"'],
  [/\ball the same\b/, '"anyway"'],
  [/\bgoes on\b/, '"continues"'],
  [/\bCHOICE \d/, 'the reason, in words'],
]

const plainEnglish = {
  create(context: Context) {
    const report = ({ loc }: Node, better: string) => context.report({ loc, message: `Better: ${better}` })
    const check = (node: Node, value: string) => {
      const text = value.replaceAll(/\s+/g, ' ').trim()
      // Paths and names of migrations are not read as text.
      if (!/[A-Za-z]/.test(text) || /^[.#/]|\.ts$|^\d{4}-/.test(text)) return
      for (const [habit, better] of habits) if (habit.test(text)) report(node, better)
    }
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const text = comment.value.replaceAll(/\s+\*?\s*/g, ' ')
          for (const [habit, better] of commentHabits) if (habit.test(text)) report(comment, better)
        }
      },
      JSXText: (node: Text) => check(node, String(node.value)),
      Literal: (node: Text) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node: Node & { readonly value: { readonly cooked?: string | null } }) =>
        check(node, node.value.cooked ?? ''),
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- the linter reads a plugin so
export default { meta: { name: 'wording' }, rules: { 'plain-english': plainEnglish } }
