import ts from 'typescript'

const FILE = 'service/platform/database/schema.ts'

/** What the driver returns for a column: its JavaScript type (`json` for arrays too), and whether it may be null. */
export interface Column {
  type: string
  isNullable: boolean
}
export type Columns = Map<string, Column>

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const parts = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  )
  const kinds = parts.map((part) => {
    if (part.flags & ts.TypeFlags.StringLike) return 'string'
    if (part.flags & ts.TypeFlags.NumberLike) return 'number'
    if (part.flags & ts.TypeFlags.BooleanLike) return 'boolean'
    const name = checker.typeToString(part).replace(/<.*>$/, '')
    return name === 'Date' || name === 'Buffer' ? name : 'json'
  })
  return [...new Set(kinds)].sort().join(' | ')
}

/** The schema as its types tell it: of a column that is read otherwise than written, what is read. */
export function readTypes(): Map<string, Columns> {
  const program = ts.createProgram([FILE], {
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    types: ['node'],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(FILE)
  if (!source) throw new Error(`${FILE} is missing`)
  const schema = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)
    .find(({ name }) => name === 'Schema') as ts.Symbol
  const propertiesOf = (type: ts.Type) =>
    type.getProperties().map((property) => {
      const own = checker.getTypeOfSymbolAtLocation(property, source)
      const read = own.getProperty('__select__')
      return [property.name, read ? checker.getTypeOfSymbolAtLocation(read, source) : own] as const
    })
  return new Map(
    propertiesOf(checker.getDeclaredTypeOfSymbol(schema)).map(([table, type]) => [
      table,
      new Map(
        propertiesOf(type).map(([column, read]) => [
          column,
          {
            type: kindOf(checker, read),
            isNullable:
              (read.flags & ts.TypeFlags.Unknown) !== 0 ||
              (read.isUnion() && read.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)),
          },
        ]),
      ),
    ]),
  )
}
