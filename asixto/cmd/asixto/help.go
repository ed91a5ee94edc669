package main

// usage is the text of "asixto help", of one command where it names one.
func usage(lang, command string) string {
	texts := helpEN
	if lang == "es" {
		texts = helpES
	}
	if text, ok := texts[command]; ok {
		return text
	}
	return texts[""]
}

var helpEN = map[string]string{
	"": `asixto is for authors of tool servers for the Asixto Gateway.

  asixto check URL            examine a server as the certification does, and more
  asixto schema ./pkg.Type    print the input schema of a Go type
  asixto version              print the version of this command
  asixto help COMMAND         tell more

Exit codes: 0 as it should be, 1 violations, 2 not examined or wrong usage.
`,
	"check": `asixto check [flags] URL

Examines an MCP server in any language, at its endpoint. Only tools that say
that they read are called, unless told otherwise.

  --token TOKEN         the bearer token; better in the variable ASIXTO_TOKEN
  --allow-writes        call tools that write, too, with made-up arguments
  --allow-destructive   with --allow-writes: also those that cannot be undone
  --arguments FILE      JSON of arguments to use: {"tool": {"field": …}}
  --timeout 2m          for the whole examination
  --json                the report for programs (version 1, stable)
  --junit               the report for pipelines
  --lang es|en          the language; otherwise that of LC_ALL or LANG
  --quiet               no progress on standard error

Exit codes: 0 certifiable, warnings at most; 1 violations; 2 not examined, or
not to the end, or wrong usage.
`,
	"schema": `asixto schema [--output] [--lang es|en] ./pkg.Type

Prints the JSON Schema that a Go type of the module in this folder gives as the
arguments of a tool, with --output as its answer. ./pkg is a folder or an import
path; "." is this one: asixto schema .AbrirCasoIn

The type may be unexported and its package a main one. It is compiled as a test
of its package beside no other test, so the package must compile, its init
functions run, and its module must require github.com/asixto/go-sdk. Generic
types have no schema until they are given arguments: name one that has them.
`,
}

var helpES = map[string]string{
	"": `asixto es para quienes escriben servidores de herramientas para el Gateway de Asixto.

  asixto check URL            examinar un servidor como la certificación, y más
  asixto schema ./pkg.Tipo    mostrar el esquema de entrada de un tipo de Go
  asixto version              mostrar la versión de este comando
  asixto help COMANDO         contar más

Códigos de salida: 0 todo en orden, 1 incumplimientos, 2 sin examinar o mal usado.
`,
	"check": `asixto check [opciones] URL

Examina un servidor MCP en cualquier lenguaje, en su punto de entrada. Solo llama
herramientas que dicen que leen, salvo que se permita más.

  --token TOKEN         el token; mejor en la variable ASIXTO_TOKEN
  --allow-writes        llamar también herramientas que escriben, con argumentos inventados
  --allow-destructive   con --allow-writes: también las que no se pueden deshacer
  --arguments ARCHIVO   JSON de argumentos por usar: {"herramienta": {"campo": …}}
  --timeout 2m          para todo el examen
  --json                el informe para programas (versión 1, estable)
  --junit               el informe para integración continua
  --lang es|en          el idioma; si no, el de LC_ALL o LANG
  --quiet               sin avance en la salida de errores

Códigos de salida: 0 certificable, con avisos a lo sumo; 1 incumplimientos; 2 sin
examinar, o no hasta el final, o mal usado.
`,
	"schema": `asixto schema [--output] [--lang es|en] ./pkg.Tipo

Muestra el JSON Schema que un tipo de Go del módulo de esta carpeta da como
argumentos de una herramienta; con --output, como su respuesta. ./pkg es una
carpeta o una ruta de importación; "." es esta: asixto schema .AbrirCasoIn

El tipo puede no estar exportado y su paquete ser main. Se compila como prueba de
su paquete sin las demás pruebas: el paquete debe compilar, sus funciones init se
ejecutan y su módulo debe requerir github.com/asixto/go-sdk. Un tipo genérico no
tiene esquema sin argumentos: nombre uno que los tenga.
`,
}
