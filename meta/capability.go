package meta

import "slices"

// Capability is the key of a scenario: it decides in which conversations Asixto
// offers a tool (contract, page 04).
type Capability string

// The 26 scenarios. Certification refuses any other key.
const (
	ActualizacionDatos    Capability = "actualizacion_datos"
	Agenda                Capability = "agenda"
	BusquedaWeb           Capability = "busqueda_web"
	CambioPlan            Capability = "cambio_plan"
	Cancelacion           Capability = "cancelacion"
	ConsultaEstado        Capability = "consulta_estado"
	Emergencia            Capability = "emergencia"
	EncuestasSatisfaccion Capability = "encuestas_satisfaccion"
	Facturacion           Capability = "facturacion"
	Felicitacion          Capability = "felicitacion"
	Garantia              Capability = "garantia"
	General               Capability = "general"
	InformacionEmpresa    Capability = "informacion_empresa"
	InformacionProductos  Capability = "informacion_productos"
	InformacionServicios  Capability = "informacion_servicios"
	Lead                  Capability = "lead"
	Notificaciones        Capability = "notificaciones"
	PQR                   Capability = "pqr"
	Reactivacion          Capability = "reactivacion"
	ReclamoCalidad        Capability = "reclamo_calidad"
	Renovacion            Capability = "renovacion"
	ReporteFraude         Capability = "reporte_fraude"
	SeguimientoPostventa  Capability = "seguimiento_postventa"
	SolicitudDocumentos   Capability = "solicitud_documentos"
	Soporte               Capability = "soporte"
	Ventas                Capability = "ventas"
)

var capabilities = []Capability{
	ActualizacionDatos, Agenda, BusquedaWeb, CambioPlan, Cancelacion, ConsultaEstado, Emergencia,
	EncuestasSatisfaccion, Facturacion, Felicitacion, Garantia, General, InformacionEmpresa,
	InformacionProductos, InformacionServicios, Lead, Notificaciones, PQR, Reactivacion,
	ReclamoCalidad, Renovacion, ReporteFraude, SeguimientoPostventa, SolicitudDocumentos, Soporte, Ventas,
}

// Capabilities lists the 26 scenarios in alphabetical order, in a slice of the
// caller's own.
func Capabilities() []Capability { return slices.Clone(capabilities) }

// Valid reports whether c is one of the 26 scenarios. Case and accents count.
func (c Capability) Valid() bool {
	_, found := slices.BinarySearch(capabilities, c)
	return found
}
