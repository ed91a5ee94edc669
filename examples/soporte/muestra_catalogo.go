package main

// renglon is one line of the price sheet: whole pesos and cents of a dollar,
// each at the retail and at the wholesale price. No figure is worked out from
// another one: a price is what the company says it is.
type renglon struct {
	nombre                     string
	copMinorista, copMayorista int64
	usdMinorista, usdMayorista int64
}

type seccion struct {
	categoria string
	renglones []renglon
}

var muestra = []seccion{
	{"internet", []renglon{
		{"Plan Hogar 100 megas", 69900, 57300, 1750, 1435},
		{"Plan Hogar 200 megas", 79900, 65500, 2000, 1640},
		{"Plan Hogar 300 megas", 89900, 73700, 2250, 1845},
		{"Plan Hogar 500 megas", 109900, 90100, 2750, 2255},
		{"Plan Hogar 700 megas", 129900, 106500, 3250, 2665},
		{"Plan Hogar 900 megas", 149900, 122900, 3750, 3075},
		{"Plan Empresa 300 megas", 129900, 106500, 3250, 2665},
		{"Plan Empresa 600 megas", 189900, 155700, 4750, 3895},
		{"Plan Empresa 900 megas", 249900, 204900, 6250, 5125},
		{"Plan Empresa dedicado", 899900, 737900, 22500, 18450},
		{"Plan Rural 20 megas", 54900, 45000, 1370, 1125},
		{"Plan Rural 50 megas", 74900, 61400, 1870, 1535},
		{"Plan Estudiante 150 megas", 59900, 49100, 1500, 1230},
	}},
	{"móvil", []renglon{
		{"Plan Móvil 5 gigas", 19900, 16300, 500, 410},
		{"Plan Móvil datos para tableta", 24900, 20400, 620, 510},
		{"Plan Móvil 10 gigas", 29900, 24500, 750, 615},
		{"Plan Móvil 30 gigas", 44900, 36800, 1120, 920},
		{"Plan Móvil 60 gigas", 54900, 45000, 1370, 1125},
		{"Plan Móvil sin límite", 64900, 53200, 1620, 1330},
		{"Plan Familia dos líneas", 84900, 69600, 2120, 1740},
		{"Plan Familia cuatro líneas", 139900, 114700, 3500, 2870},
	}},
	{"televisión", []renglon{
		{"Plan Televisión básica", 39900, 32700, 1000, 820},
		{"Plan Televisión total", 74900, 61400, 1870, 1535},
		{"Plan Televisión deportes", 89900, 73700, 2250, 1845},
		{"Paquete deportes", 29900, 24500, 750, 615},
		{"Paquete cine", 24900, 20400, 620, 510},
		{"Paquete infantil", 14900, 12200, 370, 305},
		{"Paquete música", 9900, 8100, 250, 205},
	}},
	{"combo", []renglon{
		{"Plan Dúo internet y televisión", 99900, 81900, 2500, 2050},
		{"Plan Dúo internet y móvil", 104900, 86000, 2620, 2150},
		{"Plan Trío hogar", 124900, 102400, 3120, 2560},
	}},
	{"telefonía", []renglon{
		{"Línea fija ilimitada", 24900, 20400, 620, 510},
		{"Línea fija empresarial", 49900, 40900, 1250, 1025},
		{"Minutos internacionales 60", 15900, 13000, 400, 330},
		{"Identificador de llamadas", 4900, 4000, 120, 100},
	}},
	{"equipo", []renglon{
		{"Módem fibra óptica", 189900, 155700, 4750, 3895},
		{"Enrutador doble banda", 159900, 131100, 4000, 3280},
		{"Enrutador triple banda", 329900, 270500, 8250, 6765},
		{"Repetidor de señal", 119900, 98300, 3000, 2460},
		{"Decodificador alta definición", 99900, 81900, 2500, 2050},
		{"Decodificador adicional", 79900, 65500, 2000, 1640},
		{"Control remoto", 24900, 20400, 620, 510},
		{"Cable de red 10 metros", 19900, 16300, 500, 410},
		{"Cable de red 30 metros", 39900, 32700, 1000, 820},
		{"Teléfono inalámbrico", 89900, 73700, 2250, 1845},
		{"Cámara interior", 129900, 106500, 3250, 2665},
		{"Cámara exterior", 199900, 163900, 5000, 4100},
		{"Timbre con cámara", 249900, 204900, 6250, 5125},
		{"Sensor de movimiento", 69900, 57300, 1750, 1435},
		{"Batería de respaldo", 279900, 229500, 7000, 5740},
	}},
	{"servicio", []renglon{
		{"Instalación estándar", 59900, 49100, 1500, 1230},
		{"Instalación en altura", 99900, 81900, 2500, 2050},
		{"Traslado de domicilio", 49900, 40900, 1250, 1025},
		{"Visita técnica", 39900, 32700, 1000, 820},
		{"Cableado estructurado por punto", 84900, 69600, 2120, 1740},
		{"Configuración de red", 54900, 45000, 1370, 1125},
		{"Seguro de equipos", 12900, 10600, 320, 260},
		{"Soporte en sitio", 119900, 98300, 3000, 2460},
		{"Dirección de red fija", 19900, 16300, 500, 410},
	}},
}

func catalogo() []item {
	var items []item
	for _, s := range muestra {
		for _, r := range s.renglones {
			items = append(items, item{
				Nombre:    r.nombre,
				Categoria: s.categoria,
				palabras:  plegar(r.nombre + " " + s.categoria),
				precios: map[tarifa]int64{
					{listaMinorista, monedaCOP}: r.copMinorista * 100,
					{listaMayorista, monedaCOP}: r.copMayorista * 100,
					{listaMinorista, monedaUSD}: r.usdMinorista,
					{listaMayorista, monedaUSD}: r.usdMayorista,
				},
			})
		}
	}
	return items
}
